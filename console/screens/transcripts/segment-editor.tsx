import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Playable } from "./mix.ts";
import { isOutdated, keepSegment, type Segment } from "./segments.ts";
import { texts } from "./texts.ts";

interface Props {
	readonly segment: Segment;
	readonly player: RefObject<Playable | null>;
	readonly onClose: () => void;
}

/** Corrects a segment in its place, while what was said there plays again and again. */
export function SegmentEditor({ segment: latest, player, onClose }: Props) {
	// As it was opened: a later one is what another person has saved.
	const [segment] = useState(latest);
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const id = useId();
	const field = useRef<HTMLTextAreaElement>(null);
	/** What another person has saved since. */
	const [theirs, setTheirs] = useState<Segment | null>(null);
	const path = { transcriptId: segment.transcriptId, segmentId: segment.id };
	const { transcriptId } = path;
	const speakers = useQuery(read("/transcripts/{transcriptId}/speakers", { path: { transcriptId } })).data ?? [];
	const shown = speakers.filter(({ mergedInto }) => mergedInto === null);
	const speakerId = segment.speaker?.id ?? "";
	useLoop(segment, player);
	// Before it is seen: a caret that moved later would take what was typed meanwhile to another place.
	useLayoutEffect(() => {
		const { current } = field;
		current?.focus({ preventScroll: true });
		current?.setSelectionRange(current.value.length, current.value.length);
	}, []);

	async function save({ text = "", speaker = speakerId }: Values): Promise<void> {
		const { revision } = theirs ?? segment;
		const params = { path, header: { "If-Match": `"${revision}"` } };
		const body = { text, ...(speaker !== speakerId && { speakerId: speaker || null }) };
		try {
			keepSegment((await unwrap(api.PATCH("/transcripts/{transcriptId}/segments/{segmentId}", { params, body }))).data);
			onClose();
		} catch (error) {
			if (!isOutdated(error)) throw error;
			const { data } = await unwrap(api.GET("/transcripts/{transcriptId}/segments/{segmentId}", { params: { path } }));
			setTheirs(data);
		}
	}
	function onKey(event: KeyboardEvent<HTMLFormElement>): void {
		if (event.key === "Escape") leave();
		else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
		else return;
		event.preventDefault();
	}
	/** Shows what is stored now. */
	function leave(): void {
		if (theirs) keepSegment(theirs);
		onClose();
	}

	return (
		<Form className="segment-editor" onSubmit={save} onKeyDown={onKey}>
			{(busy) => (
				<>
					{theirs && (
						<>
							<Notice kind="danger">{own.conflict}</Notice>
							<div className="segment-theirs">
								<strong id={`${id}-theirs`}>{own.theirs}</strong>
								<blockquote aria-labelledby={`${id}-theirs`} lang={theirs.language}>
									{theirs.text || own.noText}
								</blockquote>
							</div>
						</>
					)}
					<label className={theirs ? "" : "visually-hidden"} htmlFor={`${id}-text`}>
						{theirs ? own.yours : own.textAt(clockOf(segment.startMs))}
					</label>
					<textarea
						ref={field}
						id={`${id}-text`}
						name="text"
						className="input"
						lang={segment.language}
						defaultValue={segment.text}
						maxLength={20_000}
						aria-keyshortcuts="Control+Enter Escape"
					/>
					<footer className="segment-actions">
						{shown.length > 0 && (
							<SelectField
								label={own.speaker}
								name="speaker"
								defaultValue={speakerId}
								options={[["", own.unknownSpeaker], ...shown.map((each) => [each.id, each.label] as const)]}
							/>
						)}
						<div>
							<Button onClick={leave}>{theirs ? own.keepTheirs : t.common.cancel}</Button>
							<Button kind="primary" type="submit" busy={busy}>
								{theirs ? own.saveYours : t.common.save}
							</Button>
						</div>
					</footer>
				</>
			)}
		</Form>
	);
}

/** Plays a segment again and again, if the recording plays. */
function useLoop({ startMs, endMs }: Segment, player: RefObject<Playable | null>): void {
	useEffect(() => {
		const audio = player.current;
		if (!audio) return;
		const repeat = () => {
			const ms = audio.currentTime * 1000;
			if (!audio.paused && (ms < startMs || ms >= endMs)) audio.currentTime = startMs / 1000;
		};
		repeat();
		const again = () => {
			audio.currentTime = startMs / 1000;
			void audio.play().catch(() => undefined);
		};
		audio.addEventListener("timeupdate", repeat);
		audio.addEventListener("ended", again);
		return () => {
			audio.removeEventListener("timeupdate", repeat);
			audio.removeEventListener("ended", again);
		};
	}, [startMs, endMs, player]);
}
