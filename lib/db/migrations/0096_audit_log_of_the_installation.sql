-- Beside: 0.1
-- Contract: 0.1 reads nothing by this reference, writes the projects that there are or null, and removes entries with theirs.
-- An entry of the installation names a project that is none, since a row of a spread table lies with its project. Version
-- 0.1 goes on to write null.
alter table audit_log drop constraint audit_log_project_id_fkey;
