"""What lowering stands on: kinds of values, expressions written out, tables worked out beforehand, kept sets."""
