import type { RecordingRow } from "#db/schema";
import { HOUR_MS } from "#kernel/clock";
import type { DecodedAudio, Media } from "#modules/engines/media";
import type { Blobs, Spool, SpoolFile } from "#platform/blobs";

/** Longest recording that is transcribed, in ms. */
const MAX_DURATION_MS = 24 * HOUR_MS;

/** What happens while the audio of a recording is made ready. */
interface DecodeOptions {
	readonly signal: AbortSignal;
	readonly onProgress: (done: number) => void;
}

export type AudioFiles = ReturnType<typeof createAudioFiles>;

/**
 * Creates the decoded audio of the jobs that this process works on. It stays from one slot of a job to the next; what a
 * process has left behind that was killed is decoded again by whoever continues, which takes a fiftieth of what the
 * engine does.
 */
export function createAudioFiles({ blobs, spool, media }: { blobs: Blobs; spool: Spool; media: Media }) {
	const open = new Map<
		string,
		{ readonly orgId: string; readonly audio: DecodedAudio; readonly directory: SpoolFile }
	>();

	/** Removes the audio of a job. */
	async function drop(jobId: string): Promise<void> {
		const known = open.get(jobId);
		open.delete(jobId);
		await known?.audio.close();
		await known?.directory.close();
	}

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
		async decode(jobId: string, recording: RecordingRow, { signal, onProgress }: DecodeOptions): Promise<DecodedAudio> {
			const known = open.get(jobId);
			if (known) return known.audio;
			const directory = await spool.directory();
			try {
				const audio = await this.withContent(recording, (path) =>
					media.decode(path, { directory: directory.path, signal, maxDurationMs: MAX_DURATION_MS, onProgress }),
				);
				open.set(jobId, { orgId: recording.orgId, audio, directory });
				return audio;
			} catch (error) {
				await directory.close();
				throw error;
			}
		},

		drop,

		/** Removes the audio of jobs that have ended elsewhere: cancelled by, or finished in, another process. */
		async dropEnded(isActive: (orgId: string, jobId: string) => Promise<boolean>): Promise<void> {
			for (const [jobId, { orgId }] of [...open]) if (!(await isActive(orgId, jobId))) await drop(jobId);
		},
	};
}
