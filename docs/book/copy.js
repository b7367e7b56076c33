// Makes the copy button of a session copy its commands: without prompts, comments and output.
(() => {
    'use strict';
    const text_of = window.playground_text;
    if (!text_of) {
        return;
    }

    window.playground_text = (block, hidden) => {
        const text = text_of(block, hidden);
        const commands = [];
        let goes_on = false;
        for (const line of text.split('\n')) {
            if (goes_on || line.startsWith('$ ')) {
                commands.push(line.replace(/^\$ /, '').replace(/\s+#.*$/, ''));
                goes_on = line.endsWith('\\');
            }
        }
        return commands.length > 0 ? commands.join('\n') : text;
    };
})();
