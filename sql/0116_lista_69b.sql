-- Those whom the authority presumes, or holds, to have issued for operations that never were (article 69-B): imported from its file,
-- by RFC and by the letter that began it, because one taxpayer may be listed more than once.
INSERT INTO satCatalogo (catalogo, clave, descripcion, importable, completo, generacion, reservada, registros) VALUES
    ('Lista69B', 'Lista69B', 'Contribuyentes con operaciones presuntamente inexistentes (artículo 69-B)', 1, 0, 1, 1, 0);
