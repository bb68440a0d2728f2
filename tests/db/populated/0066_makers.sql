-- Adds columns.
UPDATE integrations SET created_by = 'usr_1' WHERE id = 'int_1';
