import { AudioSample, CustomAudioDecoder, type EncodedPacket, registerDecoder } from "mediabunny";
import { MPEGDecoder, MPEGDecoderWebWorker } from "mpg123-decoder";
import { OpusDecoder, OpusDecoderWebWorker } from "opus-decoder";

/** What the decoders in WebAssembly have in common. */
interface FrameDecoder {
	readonly ready: Promise<void>;
	decodeFrame(frame: Uint8Array): {
		readonly channelData: readonly Float32Array[];
		readonly samplesDecoded: number;
		readonly sampleRate: number;
	};
	free(): void;
}

/** Makes a decoder in WebAssembly one of mediabunny's. */
abstract class WasmDecoder extends CustomAudioDecoder {
	#decoder: FrameDecoder | undefined;

	abstract create(): FrameDecoder;

	async init(): Promise<void> {
		this.#decoder = this.create();
		await this.#decoder.ready;
	}

	decode({ data, timestamp }: EncodedPacket): void {
		const decoded = this.#decoder?.decodeFrame(data);
		if (!decoded || decoded.samplesDecoded === 0) return;
		const { samplesDecoded, sampleRate } = decoded;
		// The decoder of MP3 makes two channels of one.
		const { numberOfChannels } = this.config;
		const planes = new Float32Array(numberOfChannels * samplesDecoded);
		for (let channel = 0; channel < numberOfChannels; channel++) {
			const plane = decoded.channelData[channel]?.subarray(0, samplesDecoded);
			if (plane) planes.set(plane, channel * samplesDecoded);
		}
		this.onSample(new AudioSample({ data: planes, format: "f32-planar", numberOfChannels, sampleRate, timestamp }));
	}

	flush(): void {}

	close(): void {
		this.#decoder?.free();
	}
}

class Opus extends WasmDecoder {
	static override supports(codec: string): boolean {
		return codec === "opus";
	}

	create(): FrameDecoder {
		const { numberOfChannels: channels, description } = this.config;
		const header = bytesOf(description);
		const [low = 0, high = 0] = header.subarray(10, 12);
		// Stated at 48 kHz, taken at the rate of the output.
		const preSkip = Math.round((high * 256 + low) / 3);
		return new OpusDecoder({ sampleRate: 16_000, channels, preSkip, ...mappingOf(header, channels) });
	}
}

class Mp3 extends WasmDecoder {
	static override supports(codec: string): boolean {
		return codec === "mp3";
	}

	create(): FrameDecoder {
		return new MPEGDecoder({ enableGapless: false });
	}
}

function bytesOf(source: AllowSharedBufferSource | undefined): Uint8Array {
	if (source === undefined) return new Uint8Array();
	return ArrayBuffer.isView(source)
		? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
		: new Uint8Array(source);
}

/** Reads how streams map to channels from the header of Opus (RFC 7845 §5.1.1); undefined for mono and stereo. */
function mappingOf(header: Uint8Array, channels: number) {
	if (channels <= 2) return undefined;
	const [streamCount = 0, coupledStreamCount = 0] = header.subarray(19, 21);
	return { streamCount, coupledStreamCount, channelMappingTable: [...header.subarray(21, 21 + channels)] };
}

/** Teaches mediabunny to decode Opus and MP3, which it leaves to browsers otherwise. */
export function registerDecoders(): void {
	// Nothing here uses them, but the packages do: the bundler would leave them out of the binary.
	if (typeof MPEGDecoderWebWorker !== "function" || typeof OpusDecoderWebWorker !== "function")
		throw new Error("the decoders are incomplete");
	registerDecoder(Opus);
	registerDecoder(Mp3);
}
