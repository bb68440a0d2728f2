import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useMay } from "../../app/may.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { SearchBox } from "../../ui/filters.tsx";
import { Failure } from "../../ui/states.tsx";
import { showAt, useFollowing, useOpening } from "./following.ts";
import { paintFound } from "./highlights.ts";
import { KeysDialog } from "./keys.tsx";
import { isHeardAt, type Playable } from "./mix.ts";
import { Player } from "./player.tsx";
import { SegmentGroup } from "./segment.tsx";
import { useSegments, useTranslated } from "./segments.ts";
import { isOnMeetingTime, type Spoken, useSound } from "./sound.ts";
import { SpeakersDialog } from "./speakers.tsx";
import { texts } from "./texts.ts";
import { TranslationMenu, TranslationState, useTranslation } from "./translation.tsx";

/** What is done with a transcript from beside it. */
export interface TranscriptHandle {
	/** Plays from a position; what was not recorded is only shown. */
	seek(ms: number): void;
	/** Where it is, in ms; undefined: at no place yet. */
	at(): number | undefined;
	isPlaying(): boolean;
}

interface Props {
	readonly transcriptId: string;
	readonly of: Spoken;
	/** Of its text; it is read again when this has changed. */
	readonly revision: number;
	/** Where it opens, in ms. */
	readonly atMs?: number | undefined;
	readonly onReady: (handle: TranscriptHandle) => void;
}

/** What was said, word by word with the recording. */
export function Transcript({ transcriptId, of, revision, atMs, onReady }: Props) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const isEditable = useMay()("transcript:write");
	const { data, segments, error, refetch, hasNextPage } = useSegments(transcriptId, revision);
	const translation = useTranslation(transcriptId);
	const { chosen } = translation;
	const translated = useTranslated(transcriptId, chosen?.language, `${chosen?.state} ${chosen?.updatedAt}`);
	const list = useRef<HTMLDivElement>(null);
	const player = useRef<Playable>(null);
	const [open, setOpen] = useState<"speakers" | "keys" | null>(null);
	const [found, setFound] = useState<number | null>(null);

	const tracks = useSound(of);
	const shown = useRef({ segments, tracks });
	shown.current = { segments, tracks };

	const seek = useCallback((ms: number) => {
		const audio = player.current;
		if (!audio || !isHeardAt(shown.current.tracks, ms)) {
			audio?.pause();
			return showAt(shown.current.segments, ms);
		}
		audio.currentTime = ms / 1000;
		// Where the address of the recording has not arrived yet.
		audio.autoplay = true;
		void audio.play().catch(() => undefined);
	}, []);
	useEffect(() => {
		const isPlaying = () => player.current?.paused === false;
		const at = () => {
			if (player.current && isPlaying()) return Math.round(player.current.currentTime * 1000);
			const row = list.current?.querySelector("[aria-current]");
			return shown.current.segments.find(({ id }) => id === row?.id)?.startMs;
		};
		onReady({ seek, at, isPlaying });
	}, [onReady, seek]);
	useOpening({ segments, tracks, player }, atMs);
	const following = useFollowing({ segments, list, player });
	useShortcuts({
		e: () => rowOf(list)?.querySelector<HTMLElement>("[data-edit]")?.click(),
		"?": () => setOpen("keys"),
	});

	if (error && segments.length === 0) return <Failure error={error} onRetry={refetch} />;
	return (
		<section aria-label={t.transcript.title}>
			<Player tracks={tracks} isMixed={isOnMeetingTime(of)} player={player} />
			<search className="filters">
				<SearchBox
					label={t.transcript.search}
					value={undefined}
					onChange={(query = "") => {
						const ranges = paintFound(list.current?.querySelectorAll(".segment > p") ?? [], query);
						ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: "center" });
						setFound(query === "" ? null : ranges.length);
					}}
				/>
				<output>{found !== null && t.transcript.hits(found)}</output>
				<TranslationMenu translation={translation} spoken={segments[0]?.language} />
				{isEditable && (
					<Button icon="users" onClick={() => setOpen("speakers")}>
						{own.speakers}
					</Button>
				)}
				<IconButton icon="keyboard" label={`${own.keys} (?)`} onClick={() => setOpen("keys")} />
				{hasNextPage && <output>{t.transcript.loadingMore(segments.length)}</output>}
			</search>
			{chosen && <TranslationState translation={translation} chosen={chosen} />}
			<div
				className="segments"
				data-translated={chosen !== undefined}
				data-speakers={segments.some(({ speaker }) => speaker !== null)}
				ref={list}
			>
				{data?.pages.map((page, at) => (
					<SegmentGroup
						key={at}
						segments={page.data}
						translated={translated}
						player={player}
						isEditable={isEditable}
						onSeek={seek}
					/>
				))}
			</div>
			{open === "speakers" && <SpeakersDialog transcriptId={transcriptId} onClose={() => setOpen(null)} />}
			{open === "keys" && <KeysDialog onClose={() => setOpen(null)} />}
			{!following.current && (
				<Button kind="primary" onClick={following.resume}>
					{t.transcript.follow}
				</Button>
			)}
		</section>
	);
}

/** The segment that is meant: the one with the focus, else the one that is being said, else the first. */
const rowOf = (list: RefObject<HTMLElement | null>): Element | null | undefined =>
	document.activeElement?.closest(".segment") ??
	list.current?.querySelector("[aria-current]") ??
	list.current?.querySelector(".segment");
