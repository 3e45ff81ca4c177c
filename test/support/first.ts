// How sources are found holds only for what is imported after it: all else that holds is in `setup.ts`.
import "./example-sources.ts";
