-- Rows of the audit log under an organization that there is not belong to nobody's chain; whoever proves the log asks for them. A view
-- sees over the walls between organizations, and shows no more than such numbers. It goes from one to the next, not over the rows.
CREATE VIEW bitacoraDeNadie AS
WITH RECURSIVE o (organizacionId) AS (
    SELECT MIN(organizacionId) FROM bitacora
    UNION ALL
    SELECT (SELECT MIN(b.organizacionId) FROM bitacora b WHERE b.organizacionId > o.organizacionId) FROM o
    WHERE o.organizacionId IS NOT NULL)
SELECT o.organizacionId FROM o
WHERE o.organizacionId IS NOT NULL AND NOT EXISTS (SELECT 1 FROM organizacion x WHERE x.organizacionId = o.organizacionId);
