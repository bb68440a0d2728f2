import { Link } from "@tanstack/react-router";
import type { Answer } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

/** The way to the attendance of a meeting that has begun in a room of ours: others have none. */
export function AttendanceLink({ meeting }: { meeting: Answer<"/meetings/{meetingId}"> }) {
	const own = useOwnTexts(texts);
	const { id: meetingId, orgId, source, conference, startedAt } = meeting;
	if (source !== "native" || conference.provider !== "parley" || startedAt === null) return null;
	return (
		<Link className="button" to="/o/$orgId/meetings/$meetingId/attendance" params={{ orgId, meetingId }}>
			<Icon name="clock" />
			{own.attendance}
		</Link>
	);
}
