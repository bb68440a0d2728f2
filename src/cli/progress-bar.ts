/** A line that shows how far something is; nothing where no person watches. */
export interface ProgressBar {
	/** Shows how many bytes of how many are there; a total of null is not known. */
	show(bytes: number, total: number | null): void;
	/** Removes the line. */
	clear(): void;
}

const WIDTH = 30;
const EVERY_MS = 100;

/** Creates a progress bar on a terminal. */
export function createProgressBar(stream: NodeJS.WriteStream, label: string): ProgressBar {
	if (!stream.isTTY) return { show: () => {}, clear: () => {} };
	let shownAtMs = 0;
	return {
		show(bytes, total) {
			const nowMs = performance.now();
			if (nowMs - shownAtMs < EVERY_MS && bytes !== total) return;
			shownAtMs = nowMs;
			stream.write(`\r\u001B[K${label} ${lineOf(bytes, total)}`);
		},
		clear: () => void stream.write("\r\u001B[K"),
	};
}

function lineOf(bytes: number, total: number | null): string {
	const megabytes = (count: number) => (count / 1e6).toFixed(1);
	if (total === null || total === 0) return `${megabytes(bytes)} MB`;
	const filled = Math.floor((bytes / total) * WIDTH);
	return `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${megabytes(bytes)} of ${megabytes(total)} MB`;
}
