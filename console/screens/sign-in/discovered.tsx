import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { texts } from "./texts.ts";

/** The organization that people with an address of its domain may join. It is only a hint: without an answer, nothing. */
export function Discovered({ address }: { address: string }) {
	const own = useOwnTexts(texts);
	const found = useQuery({
		queryKey: ["discovery", address],
		enabled: address !== "",
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
		queryFn: async () => (await unwrap(api.POST("/auth/discovery", { body: { email: address } }))).data.organization,
	}).data;
	return found ? <Notice kind="info">{own.discovered(found.name, found.domain)}</Notice> : null;
}
