"""What makes bulk work fast beyond plain compiled code: vector instructions, atomic numbers and threads."""
