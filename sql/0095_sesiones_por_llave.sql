-- Sessions are counted for each way in: of a person, and of each consumer that acts as them.
DROP INDEX sesion_usuario;
CREATE INDEX sesion_titular ON sesion (organizacionId, usuarioId, consumidorId, venceEn);
