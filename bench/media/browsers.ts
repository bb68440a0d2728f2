import type { Browser, Page } from "playwright-core";
import { openBrowser, openPage } from "#tests/support/browser";

const FLAGS = [
	"--use-fake-ui-for-media-stream",
	"--use-fake-device-for-media-stream",
	"--autoplay-policy=no-user-gesture-required",
];

/** What a browser has heard and seen since it came. */
export interface Seen {
	/** From a beep at another browser's microphone to its sound here, in ms, each at its time in ms since 1970. */
	readonly onsets: { readonly own: readonly number[]; readonly heard: readonly number[] };
	readonly soundReceived: number;
	readonly soundLost: number;
	/** Samples of sound, and those of them that were made up. */
	readonly samples: number;
	readonly concealed: number;
	readonly frames: number;
	readonly picturesLost: number;
	readonly energy: number;
}

/** A person with a browser: the camera shows Chromium's test picture, the microphone beeps. */
export interface Visitor {
	answer(offer: RTCSessionDescriptionInit): Promise<RTCSessionDescriptionInit>;
	see(): Promise<Seen>;
}

/** Opens so many browsers, each with a page of its own. */
export async function openVisitors(count: number): Promise<{ visitors: Visitor[]; close(): Promise<void> }> {
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch: () => new Response("<!doctype html><title>media</title>", { headers: { "content-type": "text/html" } }),
	});
	const browsers: Browser[] = [];
	const visitors: Visitor[] = [];
	for (let n = 0; n < count; n++) {
		const browser = await openBrowser(FLAGS);
		browsers.push(browser);
		const page = await openPage(browser);
		await page.goto(`http://localhost:${server.port}/`);
		await page.evaluate(prepare, n);
		visitors.push({ answer: (offer) => page.evaluate(answer, offer), see: () => see(page) });
	}
	return {
		visitors,
		async close() {
			await Promise.all(browsers.map((browser) => browser.close()));
			await server.stop(true);
		},
	};
}

/** What the functions below keep in their page. */
interface Kept {
	readonly own: MediaStream;
	readonly audio: AudioContext;
	readonly onsets: { readonly own: number[]; readonly heard: number[] };
	connection?: RTCPeerConnection;
}

/** Beeps are heard in half a second of two, and only from two people: each can be told from the others. */
async function prepare(index: number): Promise<void> {
	const video = { width: 320, height: 180, frameRate: 10 };
	const sound = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
	const own = await navigator.mediaDevices.getUserMedia({ audio: sound, video });
	const [microphone] = own.getAudioTracks();
	setInterval(() => {
		if (microphone) microphone.enabled = index < 2 && Math.floor((Date.now() + index * 1_000) / 500) % 4 === 0;
	}, 10);
	Object.assign(globalThis, { kept: { own, audio: new AudioContext(), onsets: { own: [], heard: [] } } });
}

async function answer(offer: RTCSessionDescriptionInit): Promise<RTCSessionDescriptionInit> {
	const { kept } = globalThis as unknown as { kept: Kept };
	/** Notes when sound begins after a silence. */
	const watch = (source: AudioNode, notes: number[]): void => {
		const analyser = kept.audio.createAnalyser();
		analyser.fftSize = 256;
		source.connect(analyser);
		const samples = new Float32Array(analyser.fftSize);
		let loudAtMs = 0;
		setInterval(() => {
			analyser.getFloatTimeDomainData(samples);
			if (!samples.some((each) => Math.abs(each) > 0.05)) return;
			if (Date.now() - loudAtMs > 300) notes.push(Date.now());
			loudAtMs = Date.now();
		}, 4);
	};
	const heard = kept.audio.createGain();
	const connection = new RTCPeerConnection();
	kept.connection = connection;
	connection.ontrack = ({ track }) => {
		const element = document.createElement(track.kind === "audio" ? "audio" : "video");
		element.srcObject = new MediaStream([track]);
		element.autoplay = true;
		element.muted = track.kind === "video";
		document.body.append(element);
		if (track.kind === "audio") kept.audio.createMediaStreamSource(new MediaStream([track])).connect(heard);
	};
	await connection.setRemoteDescription(offer);
	const [voice, picture] = connection.getTransceivers();
	for (const [line, track] of [
		[voice, kept.own.getAudioTracks()[0]] as const,
		[picture, kept.own.getVideoTracks()[0]] as const,
	]) {
		if (!line || !track) throw new Error("the offer has no line for this");
		line.direction = "sendonly";
		await line.sender.replaceTrack(track);
	}
	await connection.setLocalDescription();
	await new Promise<void>((resolve) => {
		const look = () => connection.iceGatheringState === "complete" && resolve();
		connection.onicegatheringstatechange = look;
		look();
	});
	const parameters = picture?.sender.getParameters();
	if (parameters) {
		for (const encoding of parameters.encodings) encoding.maxBitrate = 120_000;
		await picture?.sender.setParameters(parameters);
	}
	watch(kept.audio.createMediaStreamSource(kept.own), kept.onsets.own);
	watch(heard, kept.onsets.heard);
	return { type: "answer", sdp: connection.localDescription?.sdp ?? "" };
}

const see = (page: Page): Promise<Seen> =>
	page.evaluate(async () => {
		const { kept } = globalThis as unknown as { kept: Kept };
		const lines = [...((await kept.connection?.getStats())?.values() ?? [])].filter(
			({ type }) => type === "inbound-rtp",
		);
		const sum = (kind: string, figure: string): number =>
			lines.filter((line) => line.kind === kind).reduce((total, line) => total + (line[figure] ?? 0), 0);
		return {
			onsets: kept.onsets,
			soundReceived: sum("audio", "packetsReceived"),
			soundLost: sum("audio", "packetsLost"),
			samples: sum("audio", "totalSamplesReceived"),
			concealed: sum("audio", "concealedSamples"),
			frames: sum("video", "framesDecoded"),
			picturesLost: sum("video", "packetsLost"),
			energy: sum("audio", "totalAudioEnergy"),
		};
	});
