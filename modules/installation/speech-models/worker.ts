import type { Job, JobContext } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { ModelInstaller } from "./ports.ts";
import { isUnderWay, lockDownload, putDownload, type StoredDownload } from "./state.ts";

/** Queue of downloads. */
export const DOWNLOAD = "speech-models.download";
/** How often progress is stored, and it is asked whether the download was cancelled, in ms. */
const TICK_MS = 500;

export interface WorkerDeps extends Pick<Core, "store" | "clock" | "jobs"> {
	readonly installer: ModelInstaller;
}

/** Registers the work on downloads: one at a time. One whose process ends goes on in the next. */
export function registerWorker({ store, clock, jobs, installer }: WorkerDeps): void {
	/** Changes a download that is under way. @returns false: it is not, or another has followed */
	const change = (id: string, values: Partial<StoredDownload>): Promise<boolean> =>
		store.writing("speech_models.progress").tx(async (tx) => {
			const stored = await lockDownload(tx);
			if (!isUnderWay(stored) || stored.id !== id) return false;
			await putDownload(tx, { ...stored, ...values, updatedAtMs: clock.nowMs() });
			return true;
		});

	async function work({ payload }: Job, { signal }: JobContext): Promise<void> {
		const { id, model } = payload as { readonly id: string; readonly model: string }; // Only the service enqueues them.
		if (!(await change(id, { state: "running" }))) return;
		const cancelled = new AbortController();
		const speed = createSpeed();
		let reached: Partial<StoredDownload> = {};
		const tick = async () => {
			if (!(await change(id, reached))) cancelled.abort(new Error("the download was cancelled"));
		};
		// A database that is away for a moment does no harm: what comes next is stored.
		const watch = setInterval(() => void tick().catch(() => undefined), TICK_MS);
		try {
			const failure = await installer.install(model, {
				signal: AbortSignal.any([signal, cancelled.signal]),
				onProgress(receivedBytes, totalBytes) {
					reached = { receivedBytes, totalBytes, bytesPerSecond: speed(receivedBytes) };
				},
			});
			const state = failure === null ? "installed" : "failed";
			await change(id, { ...reached, state, failure });
		} catch (error) {
			if (!cancelled.signal.aborted) throw error;
		} finally {
			clearInterval(watch);
		}
	}
	jobs.handle(DOWNLOAD, work, { concurrency: 1, share: 1 });
}

/** Returns a function that takes how many bytes have arrived and returns how many come in a second, on average. */
function createSpeed(): (received: number) => number | null {
	let first: { readonly received: number; readonly atMs: number } | undefined;
	return (received) => {
		first ??= { received, atMs: performance.now() };
		const seconds = (performance.now() - first.atMs) / 1_000;
		return seconds < 0.2 ? null : Math.round((received - first.received) / seconds);
	};
}
