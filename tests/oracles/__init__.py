"""Independent engines of some shipped games, and published counts: what the rule files are compared with."""
