import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { texts } from "./texts.ts";

const FOUND = 20;

/** A member of the organization; the form gets `userId`. */
export function PersonField({ orgId }: { orgId: string }) {
	const own = useOwnTexts(texts);
	const [words, setWords] = useState("");
	const query = { limit: FOUND, ...(words && { q: words }) };
	const found = useQuery(read("/orgs/{orgId}/members", { path: { orgId }, query })).data ?? [];
	return (
		<ChoiceField
			label={own.person}
			hint={own.choose}
			name="userId"
			choices={found.map(({ userId, name, email }) => [userId, `${name} · ${email}`] as const)}
			unknown={own.unknown}
			onSearch={setWords}
		/>
	);
}
