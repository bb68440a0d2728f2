import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import type { components } from "#client";
import { TranscriptChoice } from "./choice.tsx";
import type { Listed } from "./coverage.ts";
import { isOnMeetingTime } from "./sound.ts";
import { Summary } from "./summary.tsx";
import { Transcript, type TranscriptHandle } from "./transcript.tsx";

const route = getRouteApi("/inside/o/$orgId/meetings/$meetingId");

interface Props {
	readonly meeting: components["schemas"]["Meeting"];
	/** The transcripts that are finished, the newest first. */
	readonly done: readonly Listed[];
	readonly shown: Listed;
	readonly newer: Listed | undefined;
}

/** What was said, in the transcript that is chosen, and what came of it. */
export function Bench({ meeting, done, shown, newer }: Props) {
	const { at: position } = route.useSearch();
	const navigate = route.useNavigate();
	const open = useRef<TranscriptHandle>(undefined);
	/** Where the next transcript goes on. */
	const goesOnAt = useRef<number>(undefined);
	// The same for each render: the transcript hands its own over again otherwise.
	const setOpen = useCallback((handle: TranscriptHandle) => {
		open.current = handle;
		if (goesOnAt.current !== undefined) handle.seek(goesOnAt.current);
		goesOnAt.current = undefined;
	}, []);

	/** @param plays whether it plays from there */
	function show(transcript: string, atMs: number | undefined, plays: boolean): void {
		if (plays) goesOnAt.current = atMs;
		void navigate({ search: { transcript, ...(atMs !== undefined && { at: String(atMs) }) } });
	}
	function choose(id: string): void {
		const other = done.find((each) => each.id === id);
		// The moment is the same one in both, unless each has a time of its own.
		const isSameTime = other !== undefined && isOnMeetingTime(other) && isOnMeetingTime(shown);
		const atMs = isSameTime ? open.current?.at() : undefined;
		show(id, atMs, atMs !== undefined && open.current?.isPlaying() === true);
	}
	/** What is cited is in the transcript it was taken from. */
	function cite(ms: number, transcriptId = shown.id): void {
		const isElsewhere = transcriptId !== shown.id && done.some(({ id }) => id === transcriptId);
		if (isElsewhere) show(transcriptId, ms, true);
		else open.current?.seek(ms);
	}
	return (
		<div className="bench">
			<div>
				<TranscriptChoice done={done} shown={shown} newer={newer} startedAt={meeting.startedAt} onChoose={choose} />
				<Transcript
					key={shown.id}
					transcriptId={shown.id}
					of={{ ...shown, startedAt: meeting.startedAt }}
					revision={shown.revision}
					atMs={/^\d+$/.test(position ?? "") ? Number(position) : undefined}
					onReady={setOpen}
				/>
			</div>
			<Summary meetingId={meeting.id} state={meeting.artifacts.summary.state} onSeek={cite} />
		</div>
	);
}
