import { type DeviceObstacle, listDevices, openDevice, stopTracks } from "./devices.ts";
import { Store } from "./store.ts";

/** What a person has chosen in this browser. */
interface Choice {
	/** Ids of devices; empty: what the system says. */
	readonly microphone: string;
	readonly camera: string;
	readonly loudspeaker: string;
	readonly isMuted: boolean;
	readonly isCameraOn: boolean;
	/** Sound as it is: nothing is suppressed or levelled. */
	readonly isMusic: boolean;
}

/** What a person shows, and with what. */
interface MediaState {
	readonly choice: Choice;
	/** Those whose names the browser tells. */
	readonly devices: readonly MediaDeviceInfo[];
	readonly microphone: MediaStreamTrack | null;
	readonly camera: MediaStreamTrack | null;
	readonly screen: MediaStreamTrack | null;
	readonly screenSound: MediaStreamTrack | null;
	/** Why there is none. */
	readonly noMicrophone: DeviceObstacle | null;
	readonly noCamera: DeviceObstacle | null;
	readonly isOpening: boolean;
}

const KEPT = "parley.devices";
const CHOICE: Choice = {
	microphone: "",
	camera: "",
	loudspeaker: "",
	isMuted: false,
	isCameraOn: true,
	isMusic: false,
};
const LARGEST = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
const SCREEN = { height: { max: 1080 }, frameRate: { max: 5 } };

const exact = (deviceId: string) => (deviceId === "" ? {} : { deviceId: { exact: deviceId } });

/** Microphone, camera and screen of a person. */
export class Media {
	readonly store: Store<MediaState>;
	/** Called when another device has taken the place of one that is gone, or is the system's choice now. */
	onSwitched: (kind: "microphone" | "camera") => void = () => undefined;
	#isClosed = false;

	constructor() {
		this.store = new Store<MediaState>({
			choice: { ...CHOICE, ...kept() },
			devices: [],
			microphone: null,
			camera: null,
			screen: null,
			screenSound: null,
			noMicrophone: null,
			noCamera: null,
			isOpening: false,
		});
		navigator.mediaDevices?.addEventListener("devicechange", this.#onDeviceChange);
	}

	/** Switches on what was chosen; both in one question of the browser. */
	async open(): Promise<void> {
		this.store.set({ isOpening: true });
		const { isCameraOn } = this.store.value.choice;
		const both = isCameraOn ? await openDevice({ audio: this.#sound(), video: this.#picture() }) : "missing";
		if (typeof both !== "string") {
			const [camera] = both.getVideoTracks();
			this.#takeMicrophone(both);
			this.#takeCamera(new MediaStream(camera ? [camera] : []));
		} else {
			this.#takeMicrophone(await openDevice({ audio: this.#sound() }));
			if (isCameraOn) this.#takeCamera(await openDevice({ video: this.#picture() }));
		}
		this.store.set({ isOpening: false, devices: await listDevices() });
	}

	mute(isMuted: boolean): void {
		const { microphone } = this.store.value;
		if (microphone) microphone.enabled = !isMuted;
		this.#choose({ isMuted });
	}

	async showCamera(isCameraOn: boolean): Promise<void> {
		this.#choose({ isCameraOn });
		this.store.value.camera?.stop();
		this.store.set({ camera: null, noCamera: null });
		if (isCameraOn) await this.#reopenCamera();
	}

	async use(kind: "microphone" | "camera" | "loudspeaker", deviceId: string): Promise<void> {
		this.#choose({ [kind]: deviceId });
		if (kind === "microphone") await this.#reopenMicrophone();
		if (kind === "camera" && this.store.value.choice.isCameraOn) await this.#reopenCamera();
	}

	async playMusic(isMusic: boolean): Promise<void> {
		this.#choose({ isMusic });
		await this.#reopenMicrophone();
	}

	/** Shares a screen, a window or a tab, with its sound if it has one. @returns whether something is shared now */
	async share(): Promise<boolean> {
		try {
			const shared = await navigator.mediaDevices.getDisplayMedia({ video: SCREEN, audio: true });
			const [screen = null] = shared.getVideoTracks();
			const [screenSound = null] = shared.getAudioTracks();
			if (screen) {
				screen.contentHint = "detail";
				screen.onended = () => this.unshare();
			}
			this.store.set({ screen, screenSound });
			return true;
		} catch {
			return false;
		}
	}

	unshare(): void {
		const { screen, screenSound } = this.store.value;
		screen?.stop();
		screenSound?.stop();
		this.store.set({ screen: null, screenSound: null });
	}

	close(): void {
		this.#isClosed = true;
		navigator.mediaDevices?.removeEventListener("devicechange", this.#onDeviceChange);
		const { microphone, camera } = this.store.value;
		microphone?.stop();
		camera?.stop();
		this.unshare();
		this.store.set({ microphone: null, camera: null });
	}

	#sound(): MediaTrackConstraints {
		const { microphone, isMusic } = this.store.value.choice;
		const isClean = !isMusic;
		return {
			...exact(microphone),
			echoCancellation: isClean,
			noiseSuppression: isClean,
			autoGainControl: isClean,
		};
	}

	#picture = (): MediaTrackConstraints => ({ ...exact(this.store.value.choice.camera), ...LARGEST });

	#choose(part: Partial<Choice>): void {
		const choice = { ...this.store.value.choice, ...part };
		localStorage.setItem(KEPT, JSON.stringify(choice));
		this.store.set({ choice });
	}

	async #reopenMicrophone(): Promise<void> {
		this.store.value.microphone?.stop();
		this.#takeMicrophone(await openDevice({ audio: this.#sound() }));
	}

	async #reopenCamera(): Promise<void> {
		this.store.value.camera?.stop();
		this.#takeCamera(await openDevice({ video: this.#picture() }));
	}

	#takeMicrophone(opened: MediaStream | DeviceObstacle): void {
		if (typeof opened === "string") {
			this.store.set({ microphone: null, noMicrophone: opened });
			return;
		}
		const [microphone = null] = opened.getAudioTracks();
		if (this.#isClosed) stopTracks([opened]);
		else if (microphone) {
			microphone.enabled = !this.store.value.choice.isMuted;
			microphone.onended = () => void this.#replace("microphone");
			this.store.set({ microphone, noMicrophone: null });
		}
	}

	#takeCamera(opened: MediaStream | DeviceObstacle): void {
		if (typeof opened === "string") {
			this.store.set({ camera: null, noCamera: opened });
			return;
		}
		const [camera = null] = opened.getVideoTracks();
		if (this.#isClosed || !this.store.value.choice.isCameraOn) stopTracks([opened]);
		else if (camera) {
			camera.contentHint = "motion";
			camera.onended = () => void this.#replace("camera");
			this.store.set({ camera, noCamera: null });
		}
	}

	/** Unplugged, or taken away by the system: the next device takes its place. */
	async #replace(kind: "microphone" | "camera"): Promise<void> {
		this.#choose({ [kind]: "" });
		if (kind === "microphone") await this.#reopenMicrophone();
		else await this.#reopenCamera();
		this.onSwitched(kind);
	}

	/** The choice of the system is followed, unless the person has made one. */
	readonly #onDeviceChange = async (): Promise<void> => {
		const before = this.store.value.devices;
		const devices = await listDevices();
		this.store.set({ devices });
		const { choice, microphone } = this.store.value;
		const [was, is] = [defaultOf(before), defaultOf(devices)];
		if (choice.microphone !== "" || !microphone || was === undefined || is === undefined || was === is) return;
		await this.#reopenMicrophone();
		this.onSwitched("microphone");
	};
}

/** Returns the device that the system's choice is at the moment. */
const defaultOf = (devices: readonly MediaDeviceInfo[]): string | undefined =>
	devices.find(({ kind, deviceId }) => kind === "audioinput" && deviceId === "default")?.groupId;

function kept(): Partial<Choice> {
	try {
		return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
	} catch {
		return {};
	}
}
