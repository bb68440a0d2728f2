import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { paceSince } from "../../api/pace.ts";
import { read } from "../../api/queries.ts";
import type { Track } from "./mix.ts";

type Recording = components["schemas"]["Recording"];

/** Of what a transcript was made, and when the meeting began. */
export interface Spoken
	extends Pick<
		components["schemas"]["Transcript"],
		"meetingId" | "recordingId" | "captureId" | "source" | "durationMs"
	> {
	readonly startedAt: string | null;
}
type Origin = Pick<Spoken, "recordingId" | "captureId" | "source">;

/** Whether a transcript is what was captioned while the meeting was on. */
export const isCaptions = ({ recordingId, captureId, source }: Origin): boolean =>
	recordingId === null && captureId === null && source !== "import";

/** Whether its times count from the start of the meeting: all recordings of participants are heard with it. */
export const isOnMeetingTime = (of: Origin): boolean => of.captureId !== null || isCaptions(of);

/** A recording that can be played. */
export interface SoundTrack extends Track {
	readonly recording: Recording;
}

/** Returns the recordings of which a transcript was made; with captions, what was recorded meanwhile. */
function chosenOf(recordings: readonly Recording[], of: Spoken): readonly Recording[] {
	const { recordingId, captureId } = of;
	const tracks = recordings.filter(({ kind }) => kind === "track");
	if (captureId !== null) return tracks.filter((each) => each.captureId === captureId);
	if (isCaptions(of) && tracks.length > 0) return tracks;
	const own = recordings.find(({ id }) => id === recordingId);
	// One that is still being read can be played as well.
	const one = own ?? recordings.find(({ state }) => state === "ready") ?? recordings[0];
	return one ? [one] : [];
}

/** Where a recording begins on the time line of the meeting. */
const offsetOf = ({ startedAt }: Recording, meetingStartedAt: string | null): number =>
	startedAt === null || meetingStartedAt === null
		? 0
		: Math.max(0, Date.parse(startedAt) - Date.parse(meetingStartedAt));

/** A part of the time of a meeting. */
export interface Span {
	readonly fromMs: number;
	readonly toMs: number;
}

/** Recordings that follow each other so soon are taken as one: a page that is loaded again begins another. */
const NEXT_MS = 5_000;

/** Returns when a meeting was recorded, in order; none while that is not known. */
export function spansOf(recordings: readonly Recording[], startedAt: string | null): readonly Span[] {
	if (startedAt === null) return [];
	const spans: Span[] = [];
	const parts = recordings.flatMap((recording) => {
		const fromMs = offsetOf(recording, startedAt);
		return recording.durationMs === null ? [] : [{ fromMs, toMs: fromMs + recording.durationMs }];
	});
	for (const { fromMs, toMs } of parts.sort((one, other) => one.fromMs - other.fromMs)) {
		const last = spans.at(-1);
		if (last && fromMs <= last.toMs + NEXT_MS) spans[spans.length - 1] = { ...last, toMs: Math.max(last.toMs, toMs) };
		else spans.push({ fromMs, toMs });
	}
	return spans;
}

/** Returns what was recorded of a meeting. */
export const useRecordings = (meetingId: string): readonly Recording[] =>
	useQuery({
		...read("/meetings/{meetingId}/recordings", { path: { meetingId } }),
		// Its waveform is there once it has been read.
		refetchInterval: ({ state: { data } }) => {
			const unread = data?.find(({ state }) => state === "processing");
			return unread ? paceSince(unread.updatedAt) : false;
		},
	}).data ?? [];

/** Returns what is played with a transcript, with addresses for this page. */
export function useSound(of: Spoken): readonly SoundTrack[] {
	const { meetingId, durationMs, startedAt } = of;
	const recordings = useRecordings(meetingId);
	const chosen = chosenOf(recordings, of);
	const urls = useQueries({
		queries: chosen.map(({ id }) => ({
			queryKey: ["ticket", id],
			staleTime: Number.POSITIVE_INFINITY,
			queryFn: async () => {
				const params = { path: { meetingId, recordingId: id } };
				return (await unwrap(api.POST("/meetings/{meetingId}/recordings/{recordingId}/tickets", { params }))).data.url;
			},
		})),
		combine: (results) => results.map(({ data }) => data ?? ""),
	});
	const key = JSON.stringify([chosen, urls, durationMs]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is the same in all members is the same
	return useMemo(
		() =>
			chosen.map((recording, at) => {
				const offsetMs = isOnMeetingTime(of) ? offsetOf(recording, startedAt) : 0;
				// Until it has been read, it is taken to last as long as what was said.
				const ownMs = recording.durationMs ?? Math.max(0, durationMs - offsetMs);
				return { recording, url: urls[at] ?? "", offsetMs, durationMs: ownMs };
			}),
		[key],
	);
}
