import type { Clock } from "#kernel/clock";
import {
	segmentsStored,
	speakerForgotten,
	type TranscriptKey,
	transcriptEdited,
	transcriptRemoved,
} from "#modules/transcripts/transcripts";
import { at, type Reaction } from "#platform/unit-of-work";
import { findStart } from "./repository/index-rows.ts";
import { addPart, removeFromIndex } from "./repository/removal.ts";
import { noteRemoval } from "./rewrites.ts";

/** Creates what notes, in the changes of transcripts, which parts of them are to be indexed. */
export function createReactions({ clock }: { readonly clock: Clock }): readonly Reaction[] {
	const all = ({ orgId, id }: TranscriptKey) => ({
		orgId,
		transcriptId: id,
		fromMs: 0,
		toMs: Number.MAX_SAFE_INTEGER,
		dueAtMs: clock.nowMs(),
	});
	return [
		at(segmentsStored, async ({ tx }, { transcript, segments }) => {
			if (segments.length === 0) return;
			let [fromMs, toMs] = [Number.MAX_SAFE_INTEGER, 0];
			for (const { startMs } of segments) {
				fromMs = Math.min(fromMs, startMs);
				toMs = Math.max(toMs, startMs);
			}
			await addPart(tx, { ...all(transcript), fromMs, toMs });
		}),

		at(transcriptEdited, async ({ tx }, { transcript, segmentId }) => {
			if (segmentId === null) return addPart(tx, all(transcript));
			const startMs = await findStart(tx, { orgId: transcript.orgId, transcriptId: transcript.id, segmentId });
			if (startMs !== undefined) await addPart(tx, { ...all(transcript), fromMs: startMs, toMs: startMs });
		}),

		at(transcriptRemoved, ({ tx }, { orgId, id }) => removeFromIndex(tx, { orgId, transcriptId: id })),

		at(speakerForgotten, async ({ tx }, transcript) => {
			await addPart(tx, all(transcript));
			await noteRemoval(tx, clock.nowMs());
		}),
	];
}
