import { useId, useRef } from "react";
import { useOwnTexts } from "../../app/texts.tsx";
import { CONSENTS, type Consents } from "../../room/consents.ts";
import { Button } from "../../ui/button.tsx";
import type { Values } from "../../ui/form.tsx";
import { texts } from "./texts.ts";

const DECISIONS = ["granted", "denied"] as const;

/** What a person agrees to, each apart. Nothing is chosen for them. People who come later read the captions from the beginning, except in exams and where transcripts are never stored. */
export function ConsentFields({ given = {} }: { given?: Consents }) {
	const own = useOwnTexts(texts);
	const fields = useRef<HTMLDivElement>(null);
	const stayId = useId();
	function answerAll(decision: (typeof DECISIONS)[number]): void {
		for (const radio of fields.current?.querySelectorAll<HTMLInputElement>(`input[value="${decision}"]`) ?? [])
			radio.click();
	}
	return (
		<div className="consents" ref={fields}>
			<h2>{own.consent}</h2>
			<div className="consents-all">
				{DECISIONS.map((decision) => (
					<Button key={decision} onClick={() => answerAll(decision)}>
						{decision === "granted" ? own.agreeToAll : own.agreeToNone}
					</Button>
				))}
			</div>
			{CONSENTS.map((kind) => (
				<fieldset key={kind} className="consent" {...(kind === "transcription" && { "aria-describedby": stayId })}>
					<legend>{own.consentTo[kind]}</legend>
					{kind === "transcription" && (
						<p className="field-hint" id={stayId}>
							{own.captionsStay}
						</p>
					)}
					<div>
						{DECISIONS.map((decision) => (
							<label key={decision}>
								<input type="radio" name={kind} value={decision} defaultChecked={given[kind] === decision} required />
								{decision === "granted" ? own.agree : own.disagree}
							</label>
						))}
					</div>
				</fieldset>
			))}
			<p className="field-hint">{own.consentHint}</p>
		</div>
	);
}

/** Returns the answers among the values of a form. */
export const answersOf = (values: Values): Consents =>
	Object.fromEntries(CONSENTS.flatMap((kind) => (values[kind] ? [[kind, values[kind]]] : []))) as Consents;
