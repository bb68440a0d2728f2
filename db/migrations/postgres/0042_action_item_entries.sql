-- Action items that were found in a meeting had no entry in the ledger of artifacts: nothing would ever have purged them.
INSERT INTO artifacts (org_id, id, class, owner_type, owner_id, meeting_id, blob_id, size_bytes, created_at_ms, clock_starts_at_ms, purge_started_at_ms, deleted_at_ms)
SELECT action_items.org_id, 'art_' || substr(min(action_items.id), 5), CASE min(meetings.kind) WHEN 'exam' THEN 'examData' ELSE 'transcripts' END, 'action_items', action_items.meeting_id, action_items.meeting_id, NULL, 0, min(action_items.created_at_ms),
	CASE WHEN min(meetings.state) = 'live' THEN NULL ELSE coalesce(min(meetings.ended_at_ms), min(action_items.created_at_ms)) END, NULL, NULL
FROM action_items
JOIN meetings ON meetings.org_id = action_items.org_id AND meetings.id = action_items.meeting_id
WHERE NOT EXISTS (
	SELECT 1 FROM artifacts AS known
	WHERE known.org_id = action_items.org_id AND known.owner_type = 'action_items' AND known.owner_id = action_items.meeting_id AND known.deleted_at_ms IS NULL
)
GROUP BY action_items.org_id, action_items.meeting_id
ON CONFLICT DO NOTHING;
