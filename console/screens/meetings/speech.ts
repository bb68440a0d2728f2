import type { components } from "#client";
import { chosenOf } from "../../ui/checks.tsx";
import type { Values } from "../../ui/form.tsx";

/** What is said of speech in a meeting or a series. */
export type Speech = Pick<components["schemas"]["Meeting"], "language" | "transcription">;
type NewSpeech = Pick<components["schemas"]["CreateMeetingRequestBody"], "language" | "transcription">;

/** Returns what was chosen with `SpeechFields` for something new. */
export const speechOf = (values: Values): NewSpeech => ({
	...(values.language && { language: values.language }),
	transcription: { live: values.live !== undefined, translateTo: chosenOf(values, "translateTo") },
});

/** Returns what was changed with `SpeechFields`; nothing, where the form does not show them. */
export function speechPatch({ language, transcription }: Speech, values: Values): NewSpeech {
	if (values.language === undefined) return {};
	const live = values.live !== undefined;
	const translateTo = chosenOf(values, "translateTo");
	const isOther = JSON.stringify(translateTo.sort()) !== JSON.stringify([...transcription.translateTo].sort());
	const changed = { ...(live !== transcription.live && { live }), ...(isOther && { translateTo }) };
	return {
		...(values.language !== language && { language: values.language }),
		...(Object.keys(changed).length > 0 && { transcription: changed }),
	};
}
