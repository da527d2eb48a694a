package classic

import "github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"

// memory is embedded by the strategies with a state.
type memory = observed.Memory
