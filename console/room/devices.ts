/** Why a microphone or a camera cannot be used. */
export type DeviceObstacle = "insecure" | "denied" | "missing" | "occupied";

/** What the level meter shows as nothing. */
const QUIET_DB = -60;

const OBSTACLES: Readonly<Record<string, DeviceObstacle>> = {
	NotAllowedError: "denied",
	SecurityError: "denied",
	NotFoundError: "missing",
	OverconstrainedError: "missing",
};

/** Whether the browser has microphones and cameras at this address: not on plain http. */
export const hasDevices = (): boolean => isSecureContext && navigator.mediaDevices !== undefined;

export const canShare = (): boolean => "getDisplayMedia" in (navigator.mediaDevices ?? {});

/** Switches a microphone or a camera on. */
export async function openDevice(constraints: MediaStreamConstraints): Promise<MediaStream | DeviceObstacle> {
	if (!hasDevices()) return "insecure";
	try {
		return await navigator.mediaDevices.getUserMedia(constraints);
	} catch (error) {
		return OBSTACLES[error instanceof DOMException ? error.name : ""] ?? "occupied";
	}
}

/** Returns the devices whose names the browser tells: once it has been allowed to use one. */
export async function listDevices(): Promise<readonly MediaDeviceInfo[]> {
	const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
	return devices.filter(({ label }) => label !== "");
}

/** Returns the microphones of {@link listDevices}. */
export const listMicrophones = async (): Promise<readonly MediaDeviceInfo[]> =>
	(await listDevices()).filter(({ kind }) => kind === "audioinput");

const SOUND_TYPES = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

/** Returns as what sound is recorded; null: this browser records none. */
export const findSoundType = (): string | null =>
	typeof MediaRecorder === "undefined"
		? null
		: (SOUND_TYPES.find((each) => MediaRecorder.isTypeSupported(each)) ?? null);

export const stopTracks = (streams: readonly MediaStream[]): void => {
	for (const track of streams.flatMap((stream) => stream.getTracks())) track.stop();
};

/** Returns how loud a sound is to show, 0…1. @param peak of its samples, 0…1 */
export const levelOf = (peak: number): number => (peak === 0 ? 0 : Math.max(0, 1 - (20 * Math.log10(peak)) / QUIET_DB));
