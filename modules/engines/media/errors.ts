import { AppError } from "#kernel/errors";
import { asValue, type Message, type Text, text } from "#kernel/texts";

/** Maximum number of audio channels of a recording. */
export const MAX_CHANNELS = 8;

/** Returns the error for a file that is no audio or video of a known format. */
export const notMedia = () =>
	new AppError(
		"unsupported_media_type",
		"The file is neither audio nor video in a supported format: WebM, Matroska, MP4, QuickTime, Ogg, MP3, WAV, FLAC or AAC.",
	);

/** Returns the error for a format that takes ffmpeg where it is not installed. */
export const needsFfmpeg = (codec: string) =>
	new AppError(
		"unsupported_media_type",
		text(
			"Audio in {codec} can only be decoded with ffmpeg, which this installation does not have. Install ffmpeg, or convert the file to WAV, MP3, or Opus in WebM or Ogg.",
			{ codec },
		),
		{ meta: { codec } },
	);

/** Returns the error for a codec that is not decoded. */
export const unknownCodec = (codec: string) =>
	new AppError("unsupported_media_type", text("Audio in {codec} cannot be decoded.", { codec }), { meta: { codec } });

/** Returns the error for too many channels. */
export const tooManyChannels = (channels: number) =>
	new AppError(
		"unsupported_media_type",
		text("The audio has {channels} channels; at most {maxChannels} are accepted.", {
			channels,
			maxChannels: MAX_CHANNELS,
		}),
		{
			meta: { channels, maxChannels: MAX_CHANNELS },
		},
	);

/** Returns the error for a file that cannot be read. @param why completes the sentence "The file …" */
export const unreadable = (why: Message, cause?: unknown) =>
	new AppError(
		"media_unreadable",
		text("The file {why}.", { why: asValue(why) }),
		cause === undefined ? {} : { cause },
	);

/** Returns the error for media without audio. */
export const noAudio = () => new AppError("media_has_no_audio", "The file contains no audio.");

/** Returns the error for a recording that is too long. */
export const tooLong = (maxDurationMs: number) =>
	new AppError(
		"media_too_long",
		text("The recording is longer than {duration}.", { duration: describe(maxDurationMs) }),
		{
			meta: { maxDurationMs },
		},
	);

/** Returns the error for a full disk. It passes, so the work can be tried again. */
export const diskFull = (cause?: unknown) =>
	new AppError("unavailable", "There is not enough space on the disk to decode the recording; retry later.", {
		retryAfterSeconds: 60,
		...(cause !== undefined && { cause }),
	});

/** Returns the error for a decoder that was killed. It is not the file's fault, so the work can be tried again. */
export const decoderKilled = (cause: unknown) =>
	new AppError("unavailable", "The operating system stopped the decoder; retry later.", {
		cause,
		retryAfterSeconds: 10,
	});

function describe(durationMs: number): Text {
	const minutes = Math.floor(durationMs / 60_000);
	if (minutes % 60 !== 0) return text("{minutes} minutes", { minutes });
	return minutes === 60 ? text("an hour") : text("{hours} hours", { hours: minutes / 60 });
}
