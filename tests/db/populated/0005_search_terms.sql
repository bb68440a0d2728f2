INSERT INTO search_terms (org_id, collection, term, position, id, words) VALUES ('org_1', 'member', '', 1, 'usr_1', ' ada');
INSERT INTO search_terms (org_id, collection, term, position, id, words) VALUES ('org_1', 'member', 'ada', 1, 'usr_1', NULL);
