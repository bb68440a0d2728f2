/** What is used of node-datachannel (libdatachannel), which speaks ICE, DTLS and SRTP; it has its own threads. */

/** A line of a description that carries one voice or picture. */
interface NativeMedia {
	addSSRC(ssrc: number, name: string, streamId: string, trackId: string): void;
	addOpusCodec(payloadType: number): void;
	addVP8Codec(payloadType: number): void;
	parseSdpLine(line: string): void;
}

/** Something that reads and writes the packets of a track before they get here. */
interface NativeHandler {
	addToChain(handler: NativeHandler): void;
}

/** One line of a connection. */
export interface NativeTrack {
	onMessage(listener: (packet: Buffer) => void): void;
	setMediaHandler(handler: NativeHandler): void;
	isOpen(): boolean;
	sendMessageBinary(packet: Buffer): boolean;
	requestKeyframe(): boolean;
	/** Asks its sender for at most so many bits a second (REMB). */
	requestBitrate(bitsPerSecond: number): boolean;
}

/** How far a connection is. */
export type NativeState = "new" | "connecting" | "connected" | "disconnected" | "failed" | "closed";

/** A connection to one browser. What nothing refers to is collected, and falls silent. */
export interface NativeConnection {
	addTrack(media: NativeMedia): NativeTrack;
	setLocalDescription(type: "offer"): void;
	setRemoteDescription(sdp: string, type: "offer" | "answer"): void;
	localDescription(): { readonly sdp: string } | null;
	onStateChange(listener: (state: NativeState) => void): void;
	onGatheringStateChange(listener: (state: string) => void): void;
	onTrack(listener: (track: NativeTrack) => void): void;
	close(): void;
}

interface ConnectionOptions {
	readonly iceServers: readonly string[];
	readonly disableAutoNegotiation?: boolean;
	/** All connections share one port, that of the range. */
	readonly enableIceUdpMux?: boolean;
	readonly portRangeBegin?: number;
	readonly portRangeEnd?: number;
}

type Direction = "SendOnly" | "RecvOnly";

/** The library, as far as it is used. */
export interface Native {
	readonly PeerConnection: new (name: string, options: ConnectionOptions) => NativeConnection;
	readonly Audio: new (mid: string, direction: Direction) => NativeMedia;
	readonly Video: new (mid: string, direction: Direction) => NativeMedia;
	readonly RtcpReceivingSession: new () => NativeHandler;
	readonly RtpPacketizationConfig: new (ssrc: number, name: string, payloadType: number, clockRate: number) => object;
	readonly RtcpSrReporter: new (config: object) => NativeHandler;
	readonly RtcpNackResponder: new () => NativeHandler;
}

const LOADERS: Readonly<Record<string, readonly (() => Native | null)[]>> = {
	"linux x64": [linuxX64, linuxX64Musl],
	"linux arm64": [linuxArm64, linuxArm64Musl],
	"darwin x64": [darwinX64],
	"darwin arm64": [darwinArm64],
};

/** Loads the library; null: this platform has none, or it was not installed, or not compiled in. */
export function loadNative(): Native | null {
	for (const load of LOADERS[`${process.platform} ${process.arch}`] ?? []) {
		const native = load();
		if (native !== null) return native;
	}
	return null;
}

// Each by its literal path: the compiler embeds those that are installed, and `try` says that the others may be missing.

function linuxX64(): Native | null {
	try {
		return require("@node-datachannel/linux-x64-gnu/node_datachannel.node");
	} catch {
		return null;
	}
}

function linuxX64Musl(): Native | null {
	try {
		return require("@node-datachannel/linux-x64-musl/node_datachannel.node");
	} catch {
		return null;
	}
}

function linuxArm64(): Native | null {
	try {
		return require("@node-datachannel/linux-arm64-gnu/node_datachannel.node");
	} catch {
		return null;
	}
}

function linuxArm64Musl(): Native | null {
	try {
		return require("@node-datachannel/linux-arm64-musl/node_datachannel.node");
	} catch {
		return null;
	}
}

function darwinX64(): Native | null {
	try {
		return require("@node-datachannel/darwin-x64/node_datachannel.node");
	} catch {
		return null;
	}
}

function darwinArm64(): Native | null {
	try {
		return require("@node-datachannel/darwin-arm64/node_datachannel.node");
	} catch {
		return null;
	}
}
