import { useId, useRef } from "react";
import { clockOf } from "../../app/clock.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { choiceTexts } from "./choice-texts.ts";
import { type Listed, useCoverage } from "./coverage.ts";
import { isCaptions, type Span } from "./sound.ts";

/** What a person has in front of them. */
interface Opened {
	readonly meetingId: string;
	readonly shownId: string;
	/** What was there as well. */
	readonly ids: ReadonlySet<string>;
}

/**
 * Returns the transcript that is shown: the one that the address names, else the best one there was when the page was opened.
 * What is finished later does not take its place: whoever reads or plays would lose it.
 * @param done those that are finished, the newest first
 */
export function useShown(meetingId: string, done: readonly Listed[], wanted: string | undefined) {
	const opened = useRef<Opened>(undefined);
	// What people recorded themselves says more than its captions.
	const best = done.find(({ captureId }) => captureId !== null) ?? done[0];
	if (best && opened.current?.meetingId !== meetingId)
		opened.current = { meetingId, shownId: best.id, ids: new Set(done.map(({ id }) => id)) };
	const find = (wantedId: string | undefined) => done.find(({ id }) => id === wantedId);
	const shown = find(wanted) ?? find(opened.current?.shownId) ?? best;
	const isNewer = best !== shown && best !== undefined && !opened.current?.ids.has(best.id);
	return { shown, newer: isNewer ? best : undefined };
}

interface Props {
	readonly done: readonly Listed[];
	readonly shown: Listed;
	/** One that was finished while the page was open. */
	readonly newer: Listed | undefined;
	/** When the meeting began. */
	readonly startedAt: string | null;
	readonly onChoose: (transcriptId: string) => void;
}

/** Lets people choose between the transcripts of a meeting, and says what the one that is shown does not have. */
export function TranscriptChoice({ done, shown, newer, startedAt, onChoose }: Props) {
	const { t, format } = useTexts();
	const own = useOwnTexts(choiceTexts);
	const id = useId();
	const select = useRef<HTMLSelectElement>(null);
	const { spans, recorded, fuller } = useCoverage(done, shown, startedAt);
	function titleOf(transcript: Listed): string {
		if (isCaptions(transcript)) return own.captions;
		const when = wordsOf(spans.get(transcript.captureId) ?? []) || format.dateTime(transcript.createdAt);
		return transcript.source === "import" ? own.imported(when) : own.recording(when);
	}
	/** The notice goes away with its button, which had the focus. */
	function leave(transcript: Listed): void {
		select.current?.focus();
		onChoose(transcript.id);
	}
	return (
		<div className="transcript-choice">
			{done.length > 1 && (
				<>
					<label htmlFor={id}>{t.transcript.title}</label>
					<select
						ref={select}
						id={id}
						className="input"
						value={shown.id}
						onChange={({ target }) => onChoose(target.value)}
					>
						{done.map((each) => (
							<option key={each.id} value={each.id}>
								{titleOf(each)}
							</option>
						))}
					</select>
				</>
			)}
			<div role="status">
				{newer && (
					<Notice kind="info">
						{own.newer} {titleOf(newer)} <Button onClick={() => leave(newer)}>{own.show}</Button>
					</Notice>
				)}
				{fuller && (
					<Notice kind="info">
						{own.partly(wordsOf(recorded))} <Button onClick={() => leave(fuller)}>{own.showCaptions}</Button>
					</Notice>
				)}
			</div>
		</div>
	);
}

/** `2:51–7:10` */
const wordsOf = (spans: readonly Span[]): string =>
	spans.map(({ fromMs, toMs }) => `${clockOf(fromMs)}–${clockOf(toMs)}`).join(", ");
