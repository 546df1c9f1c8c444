"""What generated programs call, and what an engine needs beside them: positions, decisions written out."""
