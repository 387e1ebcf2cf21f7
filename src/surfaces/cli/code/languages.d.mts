/** Code with its parts marked as `<span class="hljs-...">`; null: not a language we know. */
export declare function marked(code: string, language: string): string | null;
