import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { paceSince } from "../../api/pace.ts";
import { read } from "../../api/queries.ts";
import type { Track } from "./mix.ts";

type Recording = components["schemas"]["Recording"];

/** Of what a transcript was made, and when the meeting began. */
export interface Spoken {
	readonly meetingId: string;
	readonly recordingId: string | null;
	/** Not null: of the recordings of all participants. */
	readonly captureId: string | null;
	readonly startedAt: string | null;
}

/** A recording that can be played. */
export interface SoundTrack extends Track {
	readonly recording: Recording;
}

/** Returns the recordings of which a transcript was made. */
function chosenOf(recordings: readonly Recording[], { recordingId, captureId }: Spoken): readonly Recording[] {
	if (captureId !== null) return recordings.filter((each) => each.captureId === captureId && each.kind === "track");
	const own = recordings.find(({ id }) => id === recordingId);
	// One that is still being read can be played as well.
	const one = own ?? recordings.find(({ state }) => state === "ready") ?? recordings[0];
	return one ? [one] : [];
}

/** Where the recording of a participant begins on the time line of the transcript: that of the meeting. */
const offsetOf = ({ startedAt }: Recording, meetingStartedAt: string | null): number =>
	startedAt === null || meetingStartedAt === null
		? 0
		: Math.max(0, Date.parse(startedAt) - Date.parse(meetingStartedAt));

/** Returns what is played with a transcript, with addresses for this page. */
export function useSound(of: Spoken): readonly SoundTrack[] {
	const { meetingId, captureId, startedAt } = of;
	const path = { meetingId };
	const { data: recordings = [] } = useQuery({
		...read("/meetings/{meetingId}/recordings", { path }),
		// Its waveform is there once it has been read.
		refetchInterval: ({ state: { data } }) => {
			const unread = data?.find(({ state }) => state === "processing");
			return unread ? paceSince(unread.updatedAt) : false;
		},
	});
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
	const key = JSON.stringify([chosen, urls]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is the same in all members is the same
	return useMemo(
		() =>
			chosen.map((recording, at) => ({
				recording,
				url: urls[at] ?? "",
				offsetMs: captureId === null ? 0 : offsetOf(recording, startedAt),
				durationMs: recording.durationMs ?? 0,
			})),
		[key],
	);
}
