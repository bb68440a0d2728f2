-- 0065_room_entries fills join_code_holder_id from the host of each meeting.
UPDATE participants SET entered_at_seq = 7 WHERE state = 'admitted';
