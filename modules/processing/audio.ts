import type { RecordingRow } from "#db/schema";
import { HOUR_MS } from "#kernel/clock";
import type { DecodedAudio, Media } from "#modules/media";
import type { Blobs } from "#platform/blobs";
import { createSpool } from "./spool.ts";

/** Longest recording that is transcribed, in ms. */
const MAX_DURATION_MS = 24 * HOUR_MS;

/** What happens while the audio of a recording is made ready. */
interface Reading {
	readonly signal: AbortSignal;
	readonly onProgress: (done: number) => void;
}

/** See {@link createAudioFiles}. */
export type AudioFiles = ReturnType<typeof createAudioFiles>;

/**
 * Creates the decoded audio of the jobs that this process works on. It stays from one turn of a job to the next; what a
 * process has left behind that was killed is removed, and decoded again by whoever continues: that takes a thousandth
 * of what the engine does.
 */
export function createAudioFiles({ blobs, media, dataDir }: { blobs: Blobs; media: Media; dataDir: string }) {
	const spool = createSpool(dataDir);
	const open = new Map<string, DecodedAudio>();

	return {
		/** Calls `use` with the path of a recording's content, readable until it returns. */
		async withContent<T>({ orgId, blobId }: RecordingRow, use: (path: string) => Promise<T>): Promise<T> {
			const content = await (await blobs.open(orgId, blobId)).path();
			try {
				return await use(content.path);
			} finally {
				await content.close();
			}
		},

		/** Returns the audio of a job's recording, decoded unless it is already. @throws the errors of `Media.decode` */
		async decode(jobId: string, recording: RecordingRow, { signal, onProgress }: Reading): Promise<DecodedAudio> {
			const known = open.get(jobId);
			if (known) return known;
			const directory = await spool.open(jobId);
			const audio = await this.withContent(recording, (path) =>
				media.decode(path, { directory, signal, maxDurationMs: MAX_DURATION_MS, onProgress }),
			);
			open.set(jobId, audio);
			return audio;
		},

		/** Removes the audio of a job. */
		async drop(jobId: string): Promise<void> {
			await open.get(jobId)?.close();
			open.delete(jobId);
			await spool.remove(jobId);
		},

		/** Removes what processes have left behind that were killed. To be called before the first job. */
		clear: spool.clear,

		/** Removes everything. */
		async close(): Promise<void> {
			for (const jobId of [...open.keys()]) await this.drop(jobId);
		},
	};
}
