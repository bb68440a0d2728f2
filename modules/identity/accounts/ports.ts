/** Registration policy: open to anybody, by invitation only, or closed. */
export type Signup = "open" | "invite" | "closed";
