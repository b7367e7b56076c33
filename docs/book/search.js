// Makes the search find words in Cyrillic letters, such as those of the glossary.
//
// mdBook's index is made for English: it drops every other letter from words, and so does the
// search for them. The texts themselves are in the index, so their Russian words can be added when
// it is loaded.
(() => {
    'use strict';
    if (!window.elasticlunr) {
        return;
    }

    const trim = word => word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, '');
    trim.label = 'trimmer';
    elasticlunr.trimmer = trim;
    elasticlunr.Pipeline.registeredFunctions.trimmer = trim;

    const load = elasticlunr.Index.load;
    elasticlunr.Index.load = function(data) {
        const index = load.call(this, data);
        for (const [ref, doc] of Object.entries(index.documentStore.docs)) {
            for (const field of ['title', 'body']) {
                const count = {};
                for (const word of (doc[field] || '').toLowerCase().match(/[а-яё]+/g) || []) {
                    count[word] = (count[word] || 0) + 1;
                }
                for (const [word, times] of Object.entries(count)) {
                    index.index[field].addToken(word, { ref, tf: Math.sqrt(times) });
                }
            }
        }
        return index;
    };
})();
