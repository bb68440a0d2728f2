import { useTexts } from "../../app/texts.tsx";
import type { Row } from "./status.ts";

/** When a meeting took place, in ms. */
export interface Lesson {
	readonly startMs: number;
	readonly endMs: number;
}

/** A time of a meeting: with its date where that is another than the meeting's. */
export function Time({ iso, lesson }: { iso: string; lesson: Lesson }) {
	const { format } = useTexts();
	const isSameDay = new Date(iso).toDateString() === new Date(lesson.startMs).toDateString();
	return <time dateTime={iso}>{isSameDay ? format.time(iso) : format.dateTime(iso)}</time>;
}

/** A time of being there. */
export const Stay = ({ of: { joinedAt, leftAt }, lesson }: { of: Row["intervals"][number]; lesson: Lesson }) => (
	<>
		<Time iso={joinedAt} lesson={lesson} /> – <Time iso={leftAt} lesson={lesson} />
	</>
);

/** When a person was there, as a bar that lasts as long as the meeting. What it shows is said in words beside it. */
export function PresenceBar({
	intervals,
	lesson: { startMs, endMs },
}: {
	intervals: Row["intervals"];
	lesson: Lesson;
}) {
	const shareOf = (iso: string) => Math.min(100, Math.max(0, (100 * (Date.parse(iso) - startMs)) / (endMs - startMs)));
	if (endMs <= startMs) return null;
	return (
		<svg className="presence" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
			<rect width="100" height="1" />
			{intervals.map(({ joinedAt, leftAt }) => (
				<rect key={joinedAt} x={shareOf(joinedAt)} width={shareOf(leftAt) - shareOf(joinedAt)} height="1" />
			))}
		</svg>
	);
}
