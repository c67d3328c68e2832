//! Saved skills: a versioned file, its slots and steps, checked on the way in.
