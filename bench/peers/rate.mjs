/**
 * Sends texts at a rate, each with the time it was sent in it, `@@<Unix ms>@@`: `perSecond`, `seconds` and `bytes`, the
 * size of a text, are parameters of the request. Resolves when all are sent.
 */
export async function runAtRate(parameters, send) {
	const [perSecond, seconds, bytes] = ["perSecond", "seconds", "bytes"].map((name) => Number(parameters.get(name)));
	const startMs = performance.now();
	for (let sent = 0; sent < perSecond * seconds; sent++) {
		const waitMs = startMs + (sent * 1000) / perSecond - performance.now();
		if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
		const mark = `@@${(performance.timeOrigin + performance.now()).toFixed(3)}@@`;
		send(`{"type":"final","text":"${mark.padEnd(bytes - 25, "x")}"}`);
	}
}
