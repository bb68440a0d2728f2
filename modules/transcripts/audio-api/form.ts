import { open } from "node:fs/promises";
import { AppError } from "#kernel/errors";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { parseLanguage } from "#kernel/locale";
import { text } from "#kernel/texts";
import { FORMATS, type Format, GRANULARITIES, type Granularity, MAX_FILE_BYTES } from "./schemas.ts";

/** A part of a form as it arrives. */
export interface FormPart {
	readonly name: string;
	readonly isFile: boolean;
	readonly content: AsyncIterable<Uint8Array>;
	text(maxBytes: number): Promise<string>;
}

/** What shall be heard, and how the response shall look. */
export interface AudioOptions {
	/** BCP 47; null: to be found out. */
	readonly language: string | null;
	readonly prompt: string | undefined;
	readonly format: Format;
	readonly granularities: ReadonlySet<Granularity>;
}

/** Maximum size of a field that is no file, in bytes. */
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_PROMPT_CHARS = 4000;

/** Fields of each operation besides the file. */
const FIELDS = {
	transcribe: ["model", "language", "prompt", "response_format", "temperature", "timestamp_granularities", "stream"],
	translate: ["model", "prompt", "response_format", "temperature"],
} as const;

/** Fields of a form by name; a list may be named with brackets or without. */
type Fields = ReadonlyMap<string, readonly string[]>;

/**
 * Receives a form: writes its file to `path` as it arrives, and parses the other fields.
 * @throws `validation_failed` with every field error, `payload_too_large` for the file, the errors of the parts
 */
export async function receiveForm(
	parts: AsyncIterable<FormPart>,
	task: keyof typeof FIELDS,
	path: string,
): Promise<AudioOptions> {
	const fields = new Map<string, string[]>();
	let hasFile = false;
	for await (const part of parts) {
		const name = part.name.replace(/\[\]$/, "");
		if (name === "file" && part.isFile) {
			if (hasFile) throw invalidMember("/file", "duplicate_member", "must be sent once");
			await save(part, path);
			hasFile = true;
		} else fields.set(name, [...(fields.get(name) ?? []), await part.text(MAX_FIELD_BYTES)]);
	}
	return parseFields(fields, hasFile, FIELDS[task]);
}

async function save({ content }: FormPart, path: string): Promise<void> {
	const file = await open(path, "wx", 0o600);
	let size = 0;
	try {
		for await (const chunk of content) {
			size += chunk.length;
			if (size > MAX_FILE_BYTES)
				throw new AppError("payload_too_large", "The file is larger than 25 MiB.", {
					meta: { maxBytes: MAX_FILE_BYTES },
				});
			await file.writeFile(chunk);
		}
	} finally {
		await file.close();
	}
}

function parseFields(fields: Fields, hasFile: boolean, known: readonly string[]): AudioOptions {
	const errors = new FieldErrors();
	if (!hasFile) errors.add("/file", "required", "must be a file");
	for (const [name, values] of fields) {
		if (!known.includes(name)) errors.add(`/${name}`, "unknown_member", "is an unknown field");
		else if (values.length > 1 && name !== "timestamp_granularities")
			errors.add(`/${name}`, "duplicate_member", "must be sent once");
	}
	const one = (name: string) => fields.get(name)?.[0] || undefined;
	const language = one("language");
	const temperature = Number(one("temperature") ?? 0);
	if (!(temperature >= 0 && temperature <= 1))
		errors.add("/temperature", "out_of_range", "must be a number from 0 to 1");
	if (one("stream") !== undefined && one("stream") !== "false")
		errors.add("/stream", "unsupported", "must be false: responses are not streamed");
	const prompt = one("prompt");
	if ((prompt?.length ?? 0) > MAX_PROMPT_CHARS)
		errors.add("/prompt", "too_long", text("must have at most {most} characters", { most: MAX_PROMPT_CHARS }));
	const options: AudioOptions = {
		language: language === undefined ? null : errors.check(() => parseLanguage(language, "/language")),
		prompt,
		format: errors.check(() => oneOf(FORMATS, one("response_format") ?? "json", "/response_format")),
		granularities: new Set(
			(fields.get("timestamp_granularities") ?? ["segment"]).map((value) =>
				errors.check(() => oneOf(GRANULARITIES, value, "/timestamp_granularities")),
			),
		),
	};
	errors.throwIfAny();
	return options;
}

function oneOf<const V extends readonly string[]>(values: V, raw: string, path: string): V[number] {
	const found = values.find((value) => value === raw);
	if (found !== undefined) return found;
	throw invalidMember(path, "unknown_value", text("must be one of {values}", { values: values.join(", ") }));
}
