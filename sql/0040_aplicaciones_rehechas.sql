-- An application that gives way to another of the same two documents, so that each rate takes its own: whoever knows the first
-- undoes what stands in its place.
ALTER TABLE aplicacion ADD COLUMN rehechaId REF NOT NULL DEFAULT 0;
