import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useMay } from "../../app/may.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { SearchBox } from "../../ui/filters.tsx";
import { Failure } from "../../ui/states.tsx";
import { useFollowing, useOpening } from "./following.ts";
import { paintFound } from "./highlights.ts";
import { KeysDialog } from "./keys.tsx";
import type { Playable } from "./mix.ts";
import { Player } from "./player.tsx";
import { SegmentGroup } from "./segment.tsx";
import { useSegments, useTranslated } from "./segments.ts";
import type { Spoken } from "./sound.ts";
import { SpeakersDialog } from "./speakers.tsx";
import { texts } from "./texts.ts";
import { TranslationMenu, TranslationState, useTranslation } from "./translation.tsx";

interface Props {
	readonly transcriptId: string;
	readonly of: Spoken;
	/** Of its text; it is read again when this has changed. */
	readonly revision: number;
	/** Where it opens, in ms. */
	readonly atMs?: number | undefined;
	/** Is given what plays from a position. */
	readonly onReady: (seek: (ms: number) => void) => void;
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

	const seek = useCallback((ms: number) => {
		const audio = player.current;
		if (audio) {
			audio.currentTime = ms / 1000;
			// Where the address of the recording has not arrived yet.
			audio.autoplay = true;
			void audio.play().catch(() => undefined);
		}
	}, []);
	useEffect(() => onReady(seek), [onReady, seek]);
	useOpening({ segments, player }, atMs);
	const following = useFollowing({ segments, list, player });
	useShortcuts({
		e: () => rowOf(list)?.querySelector<HTMLElement>("[data-edit]")?.click(),
		"?": () => setOpen("keys"),
	});

	if (error && segments.length === 0) return <Failure error={error} onRetry={refetch} />;
	return (
		<section aria-label={t.transcript.title}>
			<Player of={of} player={player} />
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
