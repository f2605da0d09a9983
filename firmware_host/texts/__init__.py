"""What people read. Everybody may import this; it imports nothing of ours."""
