import { floatsOf, type InferenceSession, Tensor } from "./runtime.ts";

/** Dimensions of the decoder of a Whisper model. */
export interface DecoderShape {
	readonly layers: number;
	readonly heads: number;
}

const HEAD_SIZE = 64;
const SIDES = ["key", "value"] as const;

/** Result of one step. */
export interface Step {
	/** Of the last token. */
	readonly logits: Float32Array;
	/** Where each alignment head looked in the audio, in steps of 20 ms. */
	readonly attention: readonly Float32Array[];
}

/** Runs a decoder token by token over what the encoder made of one piece of audio. */
export class Decoder {
	private readonly session: InferenceSession;
	private readonly audio: Tensor;
	private readonly shape: DecoderShape;
	private readonly alignmentHeads: readonly (readonly [layer: number, head: number])[];
	/** Keys and values of the audio: computed by the first step, and the same for all others. */
	private readonly audioCache: Record<string, Tensor> = {};
	private textCache: Record<string, Tensor>;

	constructor(
		session: InferenceSession,
		audio: Tensor,
		shape: DecoderShape,
		alignmentHeads: Decoder["alignmentHeads"],
	) {
		this.session = session;
		this.audio = audio;
		this.shape = shape;
		// A model without attention outputs gives no times of words.
		this.alignmentHeads = alignmentHeads.filter(([layer]) => session.outputNames.includes(`cross_attentions.${layer}`));
		this.textCache = this.emptyCache("decoder");
		Object.assign(this.audioCache, this.emptyCache("encoder"));
	}

	/** Feeds one token and returns what may follow. */
	async feed(token: number): Promise<Step> {
		const isFirst = this.audioCache["past_key_values.0.encoder.key"]?.size === 0;
		const layers = [...new Set(this.alignmentHeads.map(([layer]) => layer))];
		// Whatever is not asked for is not copied, which would be most: attention over 30 s, and the cache of the audio.
		const wanted = [
			"logits",
			...layers.map((layer) => `cross_attentions.${layer}`),
			...this.namesOf("present", "decoder"),
		];
		if (isFirst) wanted.push(...this.namesOf("present", "encoder"));
		const outputs = await this.session.run(
			{
				input_ids: new Tensor("int64", BigInt64Array.of(BigInt(token)), [1, 1]),
				encoder_hidden_states: this.audio,
				use_cache_branch: new Tensor("bool", Uint8Array.of(isFirst ? 0 : 1), [1]),
				...this.audioCache,
				...this.textCache,
			},
			wanted,
		);
		this.textCache = this.takeCache(outputs, "decoder");
		if (isFirst) Object.assign(this.audioCache, this.takeCache(outputs, "encoder"));
		return { logits: floatsOf(outputs, "logits"), attention: this.attentionOf(outputs) };
	}

	/** Forgets the text, but not the audio. */
	restart(): void {
		this.textCache = this.emptyCache("decoder");
	}

	private attentionOf(outputs: Readonly<Record<string, Tensor>>): Float32Array[] {
		return this.alignmentHeads.map(([layer, head]) => {
			const rows = floatsOf(outputs, `cross_attentions.${layer}`);
			const length = rows.length / this.shape.heads;
			return rows.slice(head * length, (head + 1) * length);
		});
	}

	private namesOf(prefix: string, side: "decoder" | "encoder"): string[] {
		const layers = Array.from({ length: this.shape.layers }, (_, layer) => layer);
		return layers.flatMap((layer) => SIDES.map((kind) => `${prefix}.${layer}.${side}.${kind}`));
	}

	private emptyCache(side: "decoder" | "encoder"): Record<string, Tensor> {
		const empty = () => new Tensor("float32", new Float32Array(0), [1, this.shape.heads, 0, HEAD_SIZE]);
		return Object.fromEntries(this.namesOf("past_key_values", side).map((name) => [name, empty()]));
	}

	private takeCache(outputs: Readonly<Record<string, Tensor>>, side: "decoder" | "encoder"): Record<string, Tensor> {
		const cache: Record<string, Tensor> = {};
		for (const name of this.namesOf("present", side)) {
			const tensor = outputs[name];
			if (!tensor) throw new Error(`the model returned no ${name}`);
			cache[name.replace("present", "past_key_values")] = tensor;
		}
		return cache;
	}
}
