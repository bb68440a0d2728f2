import { memo, type RefObject, useRef, useState } from "react";
import { clockOf } from "../../app/clock.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { IconButton } from "../../ui/button.tsx";
import type { Playable } from "./mix.ts";
import { SegmentRevisions } from "./revisions.tsx";
import { SegmentEditor } from "./segment-editor.tsx";
import type { Segment, Translation } from "./segments.ts";
import { texts } from "./texts.ts";

interface Shared {
	readonly player: RefObject<Playable | null>;
	readonly isEditable: boolean;
	readonly onSeek: (ms: number) => void;
}
interface GroupProps extends Shared {
	readonly segments: readonly Segment[];
	/** By the id of the segment; undefined: none is shown. */
	readonly translated: ReadonlyMap<string, Translation | undefined> | undefined;
}
interface Props extends Shared {
	readonly segment: Segment;
	/** Undefined: none is shown; null: this segment has none yet. */
	readonly translation: Translation | null | undefined;
}

/**
 * The segments of a page. What is not in view is not laid out, group by group: the browser looks with each frame which
 * are, and takes a third of a core for thousands of rows.
 */
export const SegmentGroup = memo(function SegmentGroup({ segments, translated, ...shared }: GroupProps) {
	return (
		<ol className="segment-group">
			{segments.map((segment) => (
				<SegmentRow
					key={segment.id}
					segment={segment}
					translation={translated && (translated.get(segment.id) ?? null)}
					{...shared}
				/>
			))}
		</ol>
	);
});

/** One thing that was said, with who said it and when. */
const SegmentRow = memo(function SegmentRow({ segment, translation, player, isEditable, onSeek }: Props) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"editor" | "revisions" | null>(null);
	const row = useRef<HTMLLIElement>(null);
	const time = clockOf(segment.startMs);
	function leave(): void {
		setOpen(null);
		row.current?.querySelector("button")?.focus();
	}
	return (
		<li ref={row} className="segment" id={segment.id}>
			<div className="segment-meta">
				{segment.speaker && <strong>{segment.speaker.label}</strong>}
				<button type="button" onClick={() => onSeek(segment.startMs)}>
					{time}
				</button>
				{segment.edited && (
					<button
						type="button"
						className="badge"
						aria-label={`${t.transcript.edited}: ${own.revisionsOf(time)}`}
						title={own.revisionsOf(time)}
						onClick={() => setOpen("revisions")}
					>
						{t.transcript.edited}
					</button>
				)}
			</div>
			{open === "editor" ? (
				<SegmentEditor segment={segment} player={player} onClose={leave} />
			) : (
				<>
					<p lang={segment.language} data-empty={segment.text === "" ? own.noText : undefined}>
						{segment.text}
					</p>
					{translation !== undefined && (
						<p
							lang={translation?.language}
							className="translation"
							data-stale={translation?.stale}
							title={translation?.stale ? own.staleText : undefined}
						>
							{translation?.text}
						</p>
					)}
					{isEditable && (
						<IconButton icon="pencil" label={own.editAt(time)} data-edit onClick={() => setOpen("editor")} />
					)}
				</>
			)}
			{open === "revisions" && (
				<SegmentRevisions segment={segment} isEditable={isEditable} onClose={() => setOpen(null)} />
			)}
		</li>
	);
});
