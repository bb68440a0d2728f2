import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { texts } from "./texts.ts";
import type { Job } from "./work.ts";

const TONES = {
	waiting: "warning",
	queued: "neutral",
	running: "accent",
	succeeded: "good",
	failed: "danger",
	cancelled: "neutral",
} as const;

/** The state of a job, and how far it is. */
export function JobState({ job: { state, progress } }: { job: Pick<Job, "state" | "progress"> }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	return (
		<span className="badges">
			<Badge tone={TONES[state]}>{own.states[state]}</Badge>
			{state === "running" && <span>{format.percent(progress)}</span>}
		</span>
	);
}
