-- The same word as on the interface.
ALTER TABLE personalServicio RENAME COLUMN correo TO email;
