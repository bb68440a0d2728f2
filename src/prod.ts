/**
 * The first import of the program: the compiled binary runs in production mode unless told otherwise, and Bun reads
 * this at runtime.
 */
if (Bun.isStandaloneExecutable) Bun.env.NODE_ENV ??= "production";
