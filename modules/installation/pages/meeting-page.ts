import { html, type Pages } from "#platform/pages";
import { form, type PageSettings, pageOfSteps, paragraph, signInSteps, stepButton } from "./parts.ts";
import { inEveryLanguage } from "./texts/texts.ts";

/** Returns the page that the address of a meeting opens: guests join by its code, and people with an account sign in. */
export const meetingPages = (settings: PageSettings): Pages =>
	inEveryLanguage((texts) => {
		const { meeting, fields } = texts;
		const title = html`<p><strong data-fill="title"></strong></p>`;
		const name = { name: "name", label: fields.name, autocomplete: "name", hint: meeting.nameHint } as const;
		const steps = [
			{
				name: "join",
				heading: meeting.heading,
				content: [form({ name: "join", fields: [name], action: meeting.join }), stepButton("signIn", meeting.member)],
			},
			...signInSteps(texts, settings, { lead: meeting.memberLead, action: meeting.join }),
			{
				name: "early",
				heading: meeting.early,
				content: [paragraph(meeting.earlyLead), form({ name: "again", fields: [], action: meeting.again })],
			},
			{ name: "launch", heading: meeting.launch, content: [paragraph(meeting.launchLead)] },
			{ name: "waiting", heading: meeting.waiting, content: [paragraph(meeting.waitingLead)] },
			{
				name: "room",
				heading: meeting.room,
				content: [
					title,
					paragraph(meeting.roomLead),
					html`<h2>${meeting.captions}</h2>
<p data-case="silent" role="status" hidden>${meeting.silent}</p>
<div role="log"><ol class="captions" data-list="captions"></ol></div>`,
					form({ name: "leave", fields: [], action: meeting.leave }),
				],
			},
			{ name: "over", heading: meeting.over, content: [paragraph(meeting.overLead)] },
			{ name: "refused", heading: meeting.refused, content: [paragraph(meeting.refusedLead)] },
		];
		return pageOfSteps(texts, settings, { title: meeting.heading, steps, script: "meeting.js" });
	});
