import type { MediaLine } from "#client";

/** Cameras are sent smaller, in px of the shorter side; what is larger is a screen. */
const LARGEST_CAMERA = 360;

/** Returns who shows a screen, by the size of the pictures that arrive: the worker knows pictures only. */
export async function findScreens(
	lines: readonly MediaLine[],
	pictures: readonly RTCRtpTransceiver[],
): Promise<ReadonlySet<string>> {
	const found = lines.map(async ({ mid, participantId: id }) => {
		const picture = id === null ? undefined : pictures.find((each) => each.mid === mid);
		const report = (await picture?.receiver.getStats()) as ReadonlyMap<string, Record<string, unknown>> | undefined;
		const { frameWidth, frameHeight } = [...(report?.values() ?? [])].find(({ type }) => type === "inbound-rtp") ?? {};
		const shorter = Math.min(Number(frameWidth ?? 0), Number(frameHeight ?? 0));
		return id !== null && shorter > LARGEST_CAMERA ? [id] : [];
	});
	return new Set((await Promise.all(found)).flat());
}

/** Returns by how much a camera is made smaller. */
export function scaleOf(camera: MediaStreamTrack | null): number {
	const { width = 0, height = 0 } = camera?.getSettings() ?? {};
	return Math.max(1, Math.min(width, height) / LARGEST_CAMERA);
}
