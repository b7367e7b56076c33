//! A game folder of the NGI engine: archives are folders, names ignore case, writes are atomic.
